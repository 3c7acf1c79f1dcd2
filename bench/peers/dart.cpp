// DART: articulated bodies on a skeleton.
#include "peers.h"

#include <string>

#include <dart/config.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

namespace
{

struct Dart {
  dart::dynamics::SkeletonPtr skeleton;
  Eigen::VectorXd q, qd, x;
};

template <class Joint>
dart::dynamics::BodyNode *add(Dart &d, dart::dynamics::BodyNode *parent, const peer_link &l)
{
  typename Joint::Properties joint;
  const std::string number = std::to_string(d.skeleton->getNumBodyNodes());
  joint.mName = "joint" + number;
  joint.mAxis = Eigen::Vector3d::UnitZ();
  for (int i = 0; i < 3; i++) {
    joint.mT_ParentBodyToJoint.translation()[i] = l.p[i];
    for (int j = 0; j < 3; j++) joint.mT_ParentBodyToJoint.linear()(i, j) = l.R[i][j];
  }
  dart::dynamics::BodyNode::Properties body;
  body.mName = "link" + number;
  body.mInertia = dart::dynamics::Inertia(l.mass, Eigen::Vector3d(l.com[0], l.com[1], l.com[2]));
  body.mInertia.setMoment(l.inertia[0], l.inertia[1], l.inertia[2], l.inertia[3], l.inertia[4], l.inertia[5]);
  return d.skeleton->createJointAndBodyNodePair<Joint>(parent, joint, body).second;
}

void *create(const peer_arm *arm)
{
  Dart *d = new Dart;
  d->skeleton = dart::dynamics::Skeleton::create("arm");
  dart::dynamics::BodyNode *body = nullptr;
  for (int i = 0; i < arm->n; i++) {
    const peer_link &l = arm->link[i];
    body = l.prismatic ? add<dart::dynamics::PrismaticJoint>(*d, body, l)
                       : add<dart::dynamics::RevoluteJoint>(*d, body, l);
  }
  d->skeleton->setGravity(Eigen::Vector3d(arm->gravity[0], arm->gravity[1], arm->gravity[2]));
  d->q.resize(arm->n), d->qd.resize(arm->n), d->x.resize(arm->n);
  return d;
}

void destroy(void *peer) { delete static_cast<Dart *>(peer); }

void set(Eigen::VectorXd &to, const double from[])
{
  for (Eigen::Index i = 0; i < to.size(); i++) to[i] = from[i];
}

void inverse_dynamics(void *peer, const double q[], const double qd[], const double qdd[], double tau[])
{
  Dart &d = *static_cast<Dart *>(peer);
  set(d.q, q), set(d.qd, qd), set(d.x, qdd);
  d.skeleton->setPositions(d.q);
  d.skeleton->setVelocities(d.qd);
  d.skeleton->setAccelerations(d.x);
  d.skeleton->computeInverseDynamics();
  for (std::size_t i = 0; i < d.skeleton->getNumDofs(); i++) tau[i] = d.skeleton->getForce(i);
}

void forward_dynamics(void *peer, const double q[], const double qd[], const double tau[], double qdd[])
{
  Dart &d = *static_cast<Dart *>(peer);
  set(d.q, q), set(d.qd, qd), set(d.x, tau);
  d.skeleton->setPositions(d.q);
  d.skeleton->setVelocities(d.qd);
  d.skeleton->setForces(d.x);
  d.skeleton->computeForwardDynamics();
  for (std::size_t i = 0; i < d.skeleton->getNumDofs(); i++) qdd[i] = d.skeleton->getAcceleration(i);
}

void mass_matrix(void *peer, const double q[], double M[])
{
  Dart &d = *static_cast<Dart *>(peer);
  set(d.q, q);
  d.skeleton->setPositions(d.q);
  const Eigen::MatrixXd &m = d.skeleton->getMassMatrix();
  for (Eigen::Index i = 0; i < m.rows(); i++)
    for (Eigen::Index j = 0; j < m.cols(); j++) M[i * m.cols() + j] = m(i, j);
}

}  // namespace

extern "C" const peer_library peer_dart = {"DART " DART_VERSION,
                                           "computeInverseDynamics",
                                           "computeForwardDynamics",
                                           "getMassMatrix",
                                           create,
                                           destroy,
                                           inverse_dynamics,
                                           forward_dynamics,
                                           mass_matrix};
